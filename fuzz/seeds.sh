#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Creates fuzz/seeds from the templates and example identities. The seeds are small inputs for
# mutation.
#
#   fuzz/seeds.sh PASSC

set -eu
passc=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1790000000

rm -rf seeds/archive seeds/json seeds/cms seeds/strings seeds/png seeds/template seeds/beside
mkdir -p seeds/archive seeds/json seeds/cms seeds/strings seeds/png seeds/template seeds/beside

"$passc" init "$work/a.pass" --style generic >/dev/null 2>&1
"$passc" build "$work/a.pass" --sample 1 --identity ../certs-example/ordinary -o "$work/a.pkpass" >/dev/null 2>&1
mkdir "$work/a"
unzip -q "$work/a.pkpass" -d "$work/a"

# Archives: very small, so that headers are most of their bytes. Stored, deflated, nested and with a
# comment.
mkdir "$work/z" && cd "$work/z"
printf '{"formatVersion":1}' >pass.json && printf '{}' >manifest.json && mkdir en.lproj
printf '"a" = "b";\n' >en.lproj/pass.strings && head -c 300 /dev/zero >zero
cd - >/dev/null
archive() { name=$1; shift; (cd "$work/z" && TZ=UTC zip -q -X "$@") && cp "$work/z/out.zip" "seeds/archive/$name" && rm "$work/z/out.zip"; }
archive stored -0 out.zip pass.json manifest.json
archive deflated -9 out.zip pass.json zero
archive folders -r out.zip en.lproj
archive streamed -fd out.zip pass.json
archive zip64 -fz out.zip pass.json
cp seeds/archive/stored "$work/z/a.pkpass" && archive nested -0 out.zip a.pkpass
head -c 100 seeds/archive/deflated >seeds/archive/cut
printf 'comment' | cat seeds/archive/stored - >seeds/archive/trailing
printf '<html>' >seeds/archive/html

# JSON: a pass, every escape, numbers, and the syntax that only lenient mode accepts.
cp "$work/a/pass.json" seeds/json/pass
printf '{"a":"\\u00e9\\ud83d\\ude00\\n\\"\\\\\\/","b":[-0.5e+10,0,1E3,true,false,null],"c":{}}' >seeds/json/grammar
printf '\357\273\277// comment\n{"a":1,/* b */"c":[1,],}' >seeds/json/lenient
printf '{"a":1}' | iconv -t UTF-16 >seeds/json/utf16
printf '{"a":1,"a":2}' >seeds/json/duplicate

# Signatures: RSA with its certificates, and the same with indefinite lengths.
cp "$work/a/signature" seeds/cms/rsa
openssl x509 -in ../certs-example/ordinary/certificate.pem -outform DER -out seeds/cms/certificate
openssl cms -sign -binary -in "$work/a/manifest.json" -signer ../certs-example/nfc/certificate.pem \
  -inkey ../certs-example/nfc/key.pem -outform DER -stream -indef -nodetach -out seeds/cms/streamed 2>/dev/null
openssl cms -sign -binary -in "$work/a/manifest.json" -signer ../certs-example/nfc/certificate.pem \
  -inkey ../certs-example/nfc/key.pem -outform DER -keyid -nocerts -noattr -out seeds/cms/keyid

# Strings: escapes, comments, bare words, encodings.
printf '/* c */ "a\\n\\U00e9" = "b \\"c\\"";\n// d\nbare = word;\n"k";\n' >seeds/strings/grammar
printf '"a" = "\303\251";\n' >seeds/strings/utf8
printf '"a" = "\303\251";\n' | iconv -f UTF-8 -t UTF-16 >seeds/strings/utf16
printf '"a" = "b"\n"a" = "c";;\n"unfinished = "' >seeds/strings/faults

# Images: ours, a truncated one and other formats.
cp "$work/a/icon.png" seeds/png/icon
head -c 60 "$work/a/icon.png" >seeds/png/cut
printf '\377\330\377\340\0\020JFIF' >seeds/png/jpeg
printf 'RIFF\0\0\0\0WEBPVP8 ' >seeds/png/webp

# Templates: template.json, pass.json and a row, separated by NUL.
join() { cat "$1" && printf '\0' && cat "$2" && printf '\0' && cat "$3"; }
printf '{"serial":"A-1","n":1.5,"d":"24.12.2026","e":"x","j":[1,{"a":null}],"b":"yes","i":7,"u":"https://example.com/"}' >"$work/row"
cat >"$work/settings" <<'JSON'
{"columns":{"serial":{"type":"string","from":"Nr","holder":true},"n":{"type":"number","decimal":","},
"d":{"type":"date","format":"dd.MM.yyyy","time":"23:59:59","zone":"Europe/Berlin"},"e":{"type":"enum","values":["x","y"]},
"j":{"type":"json","optional":true},"b":{"type":"boolean","default":false},"i":{"type":"integer","pattern":"[0-9]+"},
"u":{"type":"url"},"f":{"type":"file","optional":true}},"images":{"thumbnail@2x.png":"{{ f }}"},"include":["a.txt"],
"sample":"s.csv","reader":{"name":"a"},"allow":{"image.*":"why"}}
JSON
cat >"$work/pass" <<'JSON'
{"serialNumber":"{{ serial }}","description":"{{ e | upper }} {{ n }} {{ '{{' }}","voided":"{{ b }}","nfc":{"$if":"!f","message":"{{ serial | default: 'x' | lower }}"},
"generic":{"primaryFields":[{"key":"a","value":"{{ n }}"},{"key":"b","value":"{{ d }}","dateStyle":"PKDateStyleShort"}],"auxiliaryFields":"{{ j }}"},"userInfo":{"_id":1,"url":"{{ u }}"}}
JSON
join "$work/settings" "$work/pass" "$work/row" >seeds/template/columns
printf '{}' >"$work/empty"
join "$work/empty" "$work/pass" "$work/row" >seeds/template/undeclared
join "$work/a.pass/template.json" "$work/a.pass/pass.json" "$work/row" >seeds/template/starter

# Files other than passes: a letter for the kind and a document. Property lists have no letter.
for name in recurring deferred reload coupon multi-merchant; do
  { printf p && "$passc" pay example "$name"; } >"seeds/beside/pay-$name"
done
for name in tns-cobadged mg cps app-alert bad-two-spellings; do
  { printf n && "$passc" notify example "$name"; } >"seeds/beside/notify-$name"
done
"$passc" provision example --profile increase -o "$work/card" >/dev/null
for name in app-request request answer profile; do
  { printf c && cat "$work/card/$name.json"; } >"seeds/beside/card-$name"
done
cp ../scripts/demo-app/Gym/App.entitlements seeds/beside/entitlements
cp ../scripts/demo-app/Gym/Info.plist seeds/beside/information
python3 -c 'import plistlib, sys
plistlib.dump(plistlib.load(open(sys.argv[1], "rb")), open(sys.argv[2], "wb"), fmt=plistlib.FMT_BINARY)' \
  ../scripts/demo-app/Gym/App.entitlements seeds/beside/binary
printf '\tINFOPLIST_KEY_NFCReaderUsageDescription = "Reads";\nIPHONEOS_DEPLOYMENT_TARGET = 16.0;\n' >seeds/beside/project

# Requests of devices: target, type and serial number. Authorization, a date and a tag. Bodies.
rm -rf seeds/paths seeds/headers seeds/bodies
mkdir -p seeds/paths seeds/headers seeds/bodies
printf '/v1/devices/d1/registrations/pass.com.example.gym?passesUpdatedSince=k3x9.12\0pass.com.example.gym\0A-1' >seeds/paths/list
printf '//base/v1/passes/pass.com.example.gym/A%%2520B%%2FC/personalize\0t\0A B/\303\251%%' >seeds/paths/pass
printf '/v1/devices/d%%201/registrations/pass.x/%%E9%%C3%%A9\0x\0..' >seeds/paths/register
printf '/v1/log/\0a\0%%25' >seeds/paths/log
printf 'ApplePass 0123456789abcdef0123456789abcdef\0Sun, 06 Nov 1994 08:49:37 GMT\0k3x9.12' >seeds/headers/usual
printf 'applepass  t\0Tue, 29 Feb 2000 12:09:14 GMT\0002026-01-01T00:00:00+00:00' >seeds/headers/odd
printf '{"pushToken":"0a1b2c3d4e5f"}' >seeds/bodies/register
printf '{"logs":["[2026-01-01 10:00:00 +0100] Get pass task (x) encountered error: Unexpected response code 404","\\u001b[31m\\n\\ud83d\\ude00"]}' >seeds/bodies/log
printf '{"personalizationToken":"abc","requiredPersonalizationInfo":{"fullName":"Ada","emailAddress":"a@example.com"}}' >seeds/bodies/signup

# Taps: TLV, commands, responses and cryptograms of the test vectors.
python3 nfc_seeds.py

# Images of every format, and texts for the layout.
python3 drawing_seeds.py
