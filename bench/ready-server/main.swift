// SPDX-License-Identifier: Apache-2.0

// The server of examples/pass-server with ready response bytes. It shows how much of the time HTTP
// takes. bench/server.sh compares the two servers.
//
//     ready-server PASS PORT

import Hummingbird
import PassBasics

let arguments = CommandLine.arguments
guard arguments.count == 3, let port = Int(arguments[2]) else {
  fatalError("usage: ready-server PASS PORT")
}
let bytes = try Disk.read(arguments[1])
let router = Router()
router.get("passes/{serial}") { _, context -> Response in
  _ = try context.parameters.require("serial")
  return Response(
    status: .ok, headers: [.contentType: "application/vnd.apple.pkpass"],
    body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
}
let server = Application(
  router: router, server: .onEventLoops,
  configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await withTaskExecutorPreference(EventLoops()) {
  try await server.runService()
}
