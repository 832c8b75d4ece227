// SPDX-License-Identifier: Apache-2.0

public import PassDiagnostics
package import PassGoogleModel
package import PassJSON

/// A pass for Google Wallet: a class, which many passes share, and the object of one person.
public struct GooglePass: Sendable {
  package let type: GoogleType
  package let `class`: JSONDocument
  package let object: JSONDocument
  /// The images to publish.
  package let images: [GoogleImageFile]
  /// The findings that are not errors.
  public internal(set) var warnings: [Diagnostic] = []

  package init(
    type: GoogleType, class: JSONDocument, object: JSONDocument, images: [GoogleImageFile] = []
  ) {
    self.type = type
    self.class = `class`
    self.object = object
    self.images = images
  }

  /// The id of the class, `ISSUERID.SUFFIX`.
  public var classID: String { self.class.root["id"]?.string ?? "" }

  /// The id of the object.
  public var objectID: String { object.root["id"]?.string ?? "" }

  /// The class as JSON in UTF-8.
  public var classJSON: [UInt8] { JSONWriter.bytes(of: self.class.root) }

  /// The object as JSON in UTF-8.
  public var objectJSON: [UInt8] { JSONWriter.bytes(of: object.root) }

  /// The files to publish, by their names.
  public var imageFiles: [String: [UInt8]] {
    Dictionary(images.map { ($0.name, $0.bytes) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the payload of a save link.
  public func payload(_ content: GoogleLinkContent) -> [UInt8] {
    func list(_ level: GoogleType.Level, _ body: [UInt8]) -> [UInt8] {
      Array("\"\(type.list(level))\":[".utf8) + body + Array("]".utf8)
    }
    let object: [UInt8]
    var skinny: [UInt8] = Array("{\"id\":".utf8)
    switch content {
    case .fat:
      return Array("{".utf8) + list(.class, classJSON) + Array(",".utf8)
        + list(.object, objectJSON) + Array("}".utf8)
    case .object: object = objectJSON
    case .skinny:
      JSONWriter.writeString(objectID, to: &skinny)
      object = skinny + Array("}".utf8)
    }
    return Array("{".utf8) + list(.object, object) + Array("}".utf8)
  }
}

/// What a save link contains.
public enum GoogleLinkContent: String, Sendable, CaseIterable {
  /// Class and object. Google creates both when somebody saves the pass.
  case fat
  /// The object. Its class was sent before.
  case object
  /// The id of the object. Both were sent before.
  case skinny
}
