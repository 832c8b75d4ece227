// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassModel

/// The options of `passc images` and `passc init` that name the sources of images.
package struct ImageFileOptions: ParsableArguments {
  package static let title = "Images"

  @Option(
    help: ArgumentHelp("Make the logo of this PNG, JPEG or SVG.", valueName: "file"),
    completion: .file())
  package var logo: String?

  @Option(
    help: ArgumentHelp("Make the icon of this file; of the logo by default.", valueName: "file"),
    completion: .file())
  package var icon: String?

  @Option(
    help: ArgumentHelp("Make the strip of this file, such as a photo.", valueName: "file"),
    completion: .file())
  package var strip: String?

  @Option(
    help: ArgumentHelp("Make the thumbnail of this file.", valueName: "file"), completion: .file())
  package var thumbnail: String?

  @Option(
    help: ArgumentHelp("Make the artwork of a poster of this file.", valueName: "file"),
    completion: .file())
  package var artwork: String?

  package init() {}

  /// The files by the slot whose images are made of them.
  package var files: [(slot: ImageSlot, path: String)] {
    [
      (.logo, logo), (.icon, icon), (.strip, strip), (.thumbnail, thumbnail), (.artwork, artwork),
    ].compactMap { slot, path in path.map { (slot, $0) } }
  }
}

/// The options of `passc images`. `passc` and passc-preview use this declaration.
package struct ImagesOptions: ParsableArguments {
  /// The first argument of passc-preview for this command.
  package static let marker = "--images"
  /// The value of `--background` that takes the colour from the logo.
  package static let automatic = "auto"

  @Argument(
    help: ArgumentHelp("The template, such as gym.pass.", valueName: "template"),
    completion: .directory)
  package var template: String

  @OptionGroup(title: ImageFileOptions.title)
  package var files: ImageFileOptions

  @Option(
    help: ArgumentHelp(
      "Fit images to this color, such as '#0b3d2e', or auto.", valueName: "color"))
  package var background: String?

  @Flag(help: "Replace images that passc did not make.")
  package var overwrite = false

  /// Set by `passc init`: the file for the colour of `--background auto`. Nothing else is written.
  @Option(help: .hidden)
  package var backgroundFile: String?

  /// Set by `passc init`: the name of the template in messages.
  @Option(help: .hidden)
  package var shownTemplate: String?

  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  package init() {}

  package func validate() throws {
    guard let background, background != Self.automatic, PassColour(background) == nil else {
      return
    }
    throw ValidationError(
      "--background is \"\(background)\", which is not a color",
      help: "write --background '#0b3d2e' or --background auto")
  }
}
