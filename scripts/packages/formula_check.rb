# SPDX-License-Identifier: Apache-2.0
#
# Loads a Homebrew formula without Homebrew and looks at what can be looked at so: its words, that it
# depends on what scripts/setup.sh asks for on a Mac, what it runs. Compiles nothing.
#
#   ruby scripts/packages/formula_check.rb FORMULA SETUP

# The words of the language the formula uses; a word that is not here is an error.
class Formula
  FACTS = {}
  NEEDED = []
  # What macOS has already, so that setup.sh asks for none of it.
  SYSTEM = []

  class << self
    %i[desc homepage license url sha256].each { |word| define_method(word) { |text| FACTS[word] = text } }

    def head(text, branch:) = FACTS[:head] = [text, branch]
    def depends_on(what) = NEEDED << (what.is_a?(Hash) ? what.keys.first : what)
    def uses_from_macos(what, **) = SYSTEM << what
    def test(&block) = FACTS[:test] = block
    def [](name) = Struct.new(:opt_lib).new(Root.new("/opt/#{name}/lib"))
  end

  # A folder that `/` leads on from.
  Root = Struct.new(:path) do
    def /(other) = Root.new("#{path}/#{other}")
    def to_s = path
    alias_method :to_str, :to_s
  end

  attr_reader :commands

  def initialize = @commands = []
  def prefix = Root.new("/prefix")
  def bin = prefix/"bin"
  def system(*words) = @commands << words.map(&:to_s)
  def shell_output(command) = (@commands << command.split; "USAGE: passc serve")
  def assert_match(part, text) = text.include?(part) || fail("#{part} is not in #{text}")
end

def ENV.prepend_path(name, path) = self[name] = [path.to_s, self[name]].compact.join(":")

$wrong = 0
def check(sentence, fine)
  return if fine

  warn "formula: #{sentence}"
  $wrong += 1
end

formula, setup = ARGV
load formula
facts = Formula::FACTS
text = facts[:desc].to_s
check "the description has at most 80 letters, no article and no full stop: #{text}",
      text.length.between?(10, 80) && text !~ /\A(An?|The) /i && !text.end_with?(".") && text !~ /\Apassc/i
check "addresses are https", ([facts[:homepage], facts[:head]&.first] + [facts[:url]].compact).all? { |a| a&.start_with?("https://") }
check "a release has a sum of 64 digits", facts[:url].nil? || facts[:sha256].to_s.match?(/\A\h{64}\z/)
check "the licence is the project's", facts[:license] == "Apache-2.0"

asked = File.read(setup)[/^check_mac\(\) \{.*?^\}/m].scan(/missing="\$missing ([^"]+)"/).flatten
check "setup.sh asks for packages on a Mac", asked.length > 5
needed = Formula::NEEDED.grep(String)
check "what setup.sh asks for is depended on: #{(asked - needed - Formula::SYSTEM).join(' ')}", (asked - needed - Formula::SYSTEM).empty?
check "nothing else is: #{(needed - asked).join(' ')}", (needed - asked).empty?

passc = Passc.new
passc.install
check "it runs make install into its prefix: #{passc.commands}",
      passc.commands == [%w[make install PREFIX=/prefix INSTALLED_BY=homebrew SWIFTFLAGS=--disable-sandbox]]
check "libpq, which Homebrew keeps apart, is found", ENV["PKG_CONFIG_PATH"].to_s.include?("/opt/libpq/lib/pkgconfig")
tried = Passc.new
tried.instance_exec(&facts[:test])
check "its test builds and checks a pass", %w[build check].all? { |verb| tried.commands.any? { |words| words[1] == verb } }
exit($wrong.zero? ? 0 : 1)
