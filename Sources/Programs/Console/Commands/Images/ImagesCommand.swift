// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc images`. The program passc-preview draws the images.
package struct ImagesCommand: CompanionCommand {
  package static let program = CompanionProgram.preview

  package static let configuration = CommandConfiguration(
    commandName: "images", abstract: ImagesHelp.abstract, discussion: ImagesHelp.discussion)

  @OptionGroup
  package var options: ImagesOptions

  package var policy: PolicyOptions? { options.policyOptions }

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package mutating func run() throws {
    // passc-preview takes its other arguments for those of `passc preview`.
    throw Self.program.become(
      [ImagesOptions.marker] + Array(CommandLine.arguments.dropFirst(2)))
  }
}

/// The help of `passc images`, the same in all programs.
package enum ImagesHelp {
  package static let abstract = "Make the images of a template from one file each."
  package static let discussion = """
    passc scales your files into every image that the style of the pass shows, in three scales. \
    "sources" in template.json names the files, or an option does. A logo also becomes the icon if \
    you give no icon. passc cuts transparent edges, keeps the shape of a logo, and crops a photo to \
    the shape of its place.

    passc writes images that are missing and those that it made before. To replace others, add \
    --overwrite. Digests are in .passc-images.json next to the images. passc build and passc check \
    use them to report images that are out of date.

    The files are PNG, JPEG or SVG. For SVG passc needs librsvg.

    Examples:
      passc images gym.pass
      passc images gym.pass --logo logo.svg --icon mark.png --strip photo.jpg
      passc images gym.pass --logo logo.svg --background auto --overwrite
    """
}
