// SPDX-License-Identifier: Apache-2.0

// Signs coupons of a bakery and checks passes: PassServer TEMPLATE IDENTITY PORT

import Foundation
import Hummingbird
import PassBuild
import PassCheck

/// A row of the template. Here it is invented, in your server it comes from a database.
struct Coupon: Encodable {
  let serial: String
  var customer = "10442", ean = "2991044204180", discount = "0,25", saving = "5,00"
  var offer = "alle Brote", offerEnglish = "all bread", offerFrench = "tous les pains"
  var until = "31.10.2031"
}

/// The findings about a pass, as in the lines of `passc check --format json`.
struct Answer: ResponseEncodable { let verdict: String, serial: String?, findings: [Diagnostic] }

func router(_ factory: PassFactory) -> Router<BasicRequestContext> {
  let router = Router()
  router.get("passes/{serial}") { request, context -> Response in
    let serial = try context.parameters.require("serial")
    do {
      let pass = try await factory.pass(for: Coupon(serial: serial))
      var body = ByteBuffer()
      body.reserveCapacity(pass.count)
      pass.withPieces { for piece in $0 { body.writeBytes(piece) } }
      return Response(
        status: .ok, headers: [.contentType: "application/vnd.apple.pkpass"],
        body: ResponseBody(byteBuffer: body))
    } catch let rejected as DiagnosticsError where rejected.isAboutColumnsAlone {
      let faults = rejected.columns.map {
        ["column": $0.column, "code": $0.diagnostic.code, "message": $0.diagnostic.message]
      }
      var response = try faults.response(from: request, context: context)
      response.status = .unprocessableContent
      return response
    } catch {
      // An error in template, certificate or key. Only the operator can fix it and may read it.
      context.logger.error("\(error)")
      throw HTTPError(.internalServerError)
    }
  }
  let checker = SharedChecker()
  router.post("check") { request, _ -> Answer in
    // The largest published pass has 4 MB.
    let upload = try await request.body.collect(upTo: 5 << 20)
    let checked = try await checker.check([UInt8](upload.readableBytesView), named: "upload.pkpass")
    return Answer(
      verdict: checked.sentence, serial: checked.facts?.serialNumber, findings: checked.findings)
  }
  return router
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let port = Int(arguments[3]) else {
  print("usage: PassServer TEMPLATE IDENTITY PORT")
  exit(2)
}
let factory = try PassFactory(
  template: .load(folder: arguments[1]), identity: .load(folder: arguments[2]))
let server = Application(
  router: router(factory),
  server: .onEventLoops,
  configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await withTaskExecutorPreference(EventLoops()) {
  try await server.runService()
}
