# SPDX-License-Identifier: Apache-2.0

# Compiles passc as `make install` does. `scripts/packages/formula.sh ADDRESS TARBALL` prints it with
# a release's tarball of the sources. This file takes the newest commit (brew install --HEAD).
class Passc < Formula
  desc "Build, check, issue and serve Apple Wallet passes"
  homepage "https://git.example.com/passc"
  license "Apache-2.0"
  head "https://git.example.com/passc.git", branch: "main"

  depends_on "pkgconf" => :build
  # Swift 6.3.
  depends_on xcode: ["26.4", :build]
  depends_on "cairo"
  depends_on "fontconfig"
  depends_on "fribidi"
  depends_on "harfbuzz"
  depends_on "jpeg-turbo"
  depends_on "libpq"
  depends_on "librsvg"
  depends_on "libspng"
  depends_on "libzip"
  depends_on macos: :sequoia
  depends_on "openssl@3"
  depends_on "zint"

  uses_from_macos "expat"
  uses_from_macos "sqlite"

  def install
    # Homebrew keeps libpq apart.
    ENV.prepend_path "PKG_CONFIG_PATH", Formula["libpq"].opt_lib/"pkgconfig"
    # The package manager's own sandbox does not start within Homebrew's.
    system "make", "install", "PREFIX=#{prefix}", "INSTALLED_BY=homebrew", "SWIFTFLAGS=--disable-sandbox"
  end

  test do
    system bin/"passc", "init", "gym.pass"
    system bin/"passc", "cert", "example", "-o", "identity"
    system bin/"passc", "build", "gym.pass", "--sample", "1", "--identity", "identity", "-o", "gym.pkpass"
    system bin/"passc", "check", "gym.pkpass", "--trust", "identity/root.pem"
    system bin/"passc", "pay", "example", "once", "-o", "pay.json"
    assert_match "USAGE: passc serve", shell_output("#{bin}/passc serve --help")
  end
end
