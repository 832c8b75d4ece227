# SPDX-License-Identifier: Apache-2.0
#
# Runs the scripts of docs/tutorials/table-to-mail.md: one sends the passes of a table to a mail
# server of this test, the other asks passc for links.

. "$(dirname "$0")/lib.sh"
page=$repository/docs/tutorials/table-to-mail.md
cd "$scratch" || exit 1

# script WORD: the block of Python on the page that has the word.
script() {
  awk -v word="$1" '/^```python$/ { on = 1; text = ""; next } /^```$/ && on { if (text ~ word) printf "%s", text; on = 0 }
    on { text = text $0 "\n" }' "$page"
}
script EmailMessage >page.py
script subprocess >links.py
check "the page has a script that sends" contains page.py "send_message"
check "of about 15 lines" test "$(grep -c . page.py)" -le 17
check "the page has a script for links" contains links.py "links.csv"

"$PASSC" init gym.pass >/dev/null
table() {
  printf '\357\273\277Card%sName%sPoints%sTier%sValid until%sContact%sEmail\r\n' "$1" "$1" "$1" "$1" "$1" "$1"
  printf 'C-2001%sAda Example%s1250%sGold%s2028-12-31%s%sada@example.com\r\n' "$1" "$1" "$1" "$1" "$1" "$1"
  printf 'C-2002%s"Yıldız%s Emre"%s0%sSilver%s2028-06-30%s%semre@example.com\r\n' "$1" "$1" "$1" "$1" "$1" "$1" "$1"
}

# send DELIMITER [REJECTED] issues the table and runs the script. Sets status.
send() {
  rm -rf passes mails sent.csv gym.ledger port && mkdir mails
  table "$1" >members.csv
  "$PASSC" issue gym.pass --data members.csv --identity "$repository/certs-example/ordinary" \
    --ledger gym.ledger -o passes --index sent.csv >issued 2>&1 || cat issued >&2
  python3 "$repository/scripts/tests/mail_sink.py" mails ${2:-} >port 2>sink.log &
  sink=$!
  for _ in 1 2 3 4 5 6 7 8 9 10; do [ -s port ] || sleep 0.3; done
  sed -e "s/\"localhost\", 25/\"127.0.0.1\", $(cat port)/" -e "s/delimiter=\",\"/delimiter=\"$1\"/" \
    page.py >mail.py
  python3 mail.py >said 2>errors
  status=$?
  wait "$sink"
  equal "the mail server has no complaint" "$?: $(cat sink.log)" "0: "
}

# attached MAIL: writes the attachment to `got` and prints its media type, file name and recipient.
attached() {
  python3 - "$1" <<'END'
import email, email.policy, pathlib, sys
mail = email.message_from_bytes(pathlib.Path(sys.argv[1]).read_bytes(), policy=email.policy.default)
(part,) = mail.iter_attachments()
pathlib.Path("got").write_bytes(part.get_content())
print(part.get_content_type(), part.get_filename(), mail["To"], mail.get_body().get_content().splitlines()[0])
END
}

for delimiter in , ';'; do
  send "$delimiter"
  equal "each member of a table with $delimiter gets a mail" "$status: $(ls mails | tr '\n' ' ')" \
    "0: ada@example.com.eml emre@example.com.eml "
  equal "with the media type of a pass" "$(attached mails/ada@example.com.eml)" \
    "application/vnd.apple.pkpass card.pkpass ada@example.com Hello Ada Example,"
  check "and the pass unchanged" cmp got passes/C-2001.pkpass
  equal "names outside ASCII arrive" "$(attached mails/emre@example.com.eml)" \
    "application/vnd.apple.pkpass card.pkpass emre@example.com Hello Yıldız$delimiter Emre,"
  check "each with their own pass" cmp got passes/C-2002.pkpass
  equal "the script prints what it sent" "$(cat said)" \
    "$(printf 'C-2001 sent to ada@example.com\nC-2002 sent to emre@example.com')"
done

send , emre@example.com
equal "the script stops at an address that the server rejects" "$status: $(cat said)" \
  "1: C-2001 sent to ada@example.com"
check "and names it" contains errors "emre@example.com"

# The second script starts passc. This one prints a link for each serial number that it reads.
mkdir bin
cat >bin/passc <<'END'
#!/bin/sh
echo "$@" >arguments
echo "serial,link"
while read -r serial; do echo "$serial,https://passes.example.com/gym/add/$serial"; done
END
chmod +x bin/passc
(PATH=$scratch/bin:$PATH && export PATH && python3 links.py) >said 2>&1
equal "the script for links ends with 0" "$?: $(cat said)" "0: "
equal "and writes each member's link" "$(tr -d '\r' <links.csv)" "$(cat <<'END'
Email,Name,link
ada@example.com,Ada Example,https://passes.example.com/gym/add/C-2001
emre@example.com,"Yıldız, Emre",https://passes.example.com/gym/add/C-2002
END
)"
# passc has the options that the script gives.
"$PASSC" serve link --help >help
for option in $(tr ' ' '\n' <arguments | grep '^--'); do
  check "passc serve link has $option" contains help "$option"
done

finish
