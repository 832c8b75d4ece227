// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassGoogle
import PassGoogleModel
import PassJSON

extension GoogleBuildCommand: GoogleWork {
  func perform() throws {
    var rows = try GoogleRows(
      template, google, data: dataOptions.names, sample: sample, policy: policyOptions)
    let output = try GoogleOutput(self.output)
    try rows.each { pass, _ in try output.add(pass) }
    try output.finish()
    Console.note(
      "passc: \(counted(output.objects, "object")), \(output.classes) "
        + "\(output.classes == 1 ? "class" : "classes") in \(self.output)")
  }
}

/// The folder with the result. Its files appear together at the end.
final class GoogleOutput {
  private let folder: String
  private let classFile: AtomicFile
  private let objectFile: AtomicFile
  private let requestFile: AtomicFile
  private var known: Set<String> = []
  private var images: Set<String> = []
  private(set) var objects = 0
  var classes: Int { known.count }

  init(_ folder: String) throws {
    self.folder = folder
    try MadeFolder.make(folder)
    classFile = try AtomicFile(FilePath.join(folder, "classes.jsonl"))
    objectFile = try AtomicFile(FilePath.join(folder, "objects.jsonl"))
    requestFile = try AtomicFile(FilePath.join(folder, "requests.jsonl"))
  }

  /// Adds a pass. A class precedes its first object.
  func add(_ pass: GooglePass) throws {
    if known.insert(pass.classID).inserted {
      let json = pass.classJSON
      try classFile.append(json + [0x0A])
      try requestFile.append(request(pass.type.resource(.class), pass.classID, json))
    }
    let json = pass.objectJSON
    try objectFile.append(json + [0x0A])
    try requestFile.append(request(pass.type.resource(.object), pass.objectID, json))
    objects += 1
    for image in pass.images where images.insert(image.name).inserted {
      let folder = FilePath.join(self.folder, "images")
      try MadeFolder.make(folder)
      try Disk.write(image.bytes, to: FilePath.join(folder, image.name))
    }
  }

  /// Returns a line with a request, and the one to send if the id exists.
  private func request(_ resource: String, _ id: String, _ body: [UInt8]) -> [UInt8] {
    let path = "https://walletobjects.googleapis.com/walletobjects/v1/\(resource)"
    let update: JSONTree = ["method": "PUT", "url": .string("\(path)/\(id)")]
    var line = Array("{\"method\":\"POST\",\"url\":\"\(path)\",\"onConflict\":".utf8)
    update.write(to: &line)
    line += ",\"body\":".utf8
    line += body
    line += "}\n".utf8
    return line
  }

  func finish() throws {
    try classFile.commit()
    try objectFile.commit()
    try requestFile.commit()
  }
}
