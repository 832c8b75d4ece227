// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassPush
import PassRehearsal
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Sends pushes over one connection and prints how many it sends per second:
//
//   push-probe COUNT [HOST:PORT CA.pem]
//
// Without an address it starts a simulated push service in the same process. The identity is that
// of $PASSC_IDENTITY, a folder of certs-example.

/// The processor time of the process in seconds.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Reads certificate and key from a folder.
func credential(_ folder: String) throws -> PushCredential {
  let certificates = ["certificate.pem", "intermediate.pem"].flatMap { name in
    (try? Disk.read(FilePath.join(folder, name))).map { CredentialFile.certificates(in: $0) } ?? []
  }
  let keys = try CredentialFile.parse(try Disk.read(FilePath.join(folder, "key.pem"))).keys
  guard let key = keys.first else { throw PushSetupError("the folder holds no key") }
  return .certificate(certificates, key)
}

/// Sends the pushes in groups, as the outbox does. Returns how many were accepted.
func send(_ count: Int, _ topic: String, _ sender: PushSender) async -> Int {
  var taken = 0
  for start in stride(from: 0, to: count, by: 400) {
    let tokens = (start..<min(count, start + 400)).map {
      String(0x1_0000_0000 + $0, radix: 16) + "0"
    }
    taken += await sender.send(topic: topic, deviceTokens: tokens).count { $0 == .accepted }
  }
  return taken
}

let arguments = CommandLine.arguments
let count = arguments.count > 1 ? Int(arguments[1]) ?? 10_000 : 10_000
let folder = Environment.value("PASSC_IDENTITY") ?? "certs-example/ordinary"
let topic = "pass.com.example.passc"
var standIn: PushSimulator?
var target: PushTarget
if arguments.count > 3, let colon = arguments[2].lastIndex(of: ":"),
  let port = Int(arguments[2][arguments[2].index(after: colon)...])
{
  target = PushTarget(
    host: String(arguments[2][..<colon]), port: port,
    trust: CredentialFile.certificates(in: try Disk.read(arguments[3])))
} else {
  var options = PushSimulatorOptions()
  options.recordsPushes = false
  let service = try await PushSimulator(options)
  target = PushTarget(host: "127.0.0.1", port: service.port, trust: [service.authority])
  standIn = service
}
let sender = try PushSender(to: target, as: try credential(folder))
// The first pushes open the connection and fill caches. They are not measured.
_ = await send(100, topic, sender)
let processorBefore = processorSeconds()
let clock = ContinuousClock()
var taken = 0
let spent = await clock.measure { taken = await send(count, topic, sender) }
let seconds =
  Double(spent.components.seconds) + Double(spent.components.attoseconds) / 1e18
let processor = processorSeconds() - processorBefore
print(
  "\(taken) of \(count) pushes, \(Int(Double(count) / seconds))/s, processor "
    + "\(Int(processor / Double(count) * 1e6)) us each, connections \(sender.connectionCount)")
await sender.close()
await standIn?.stop()
exit(taken == count ? 0 : 1)
