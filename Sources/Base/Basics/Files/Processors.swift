// SPDX-License-Identifier: Apache-2.0

/// Number of processors that this process may use.
package enum Processors {
  /// The affinity mask, limited by the quota of a container. At least 1.
  package static var allowed: Int { max(1, min(scheduled, quota ?? .max)) }

  private static var scheduled: Int {
    // Swift does not import `sched_getaffinity`, but /proc has the same mask.
    let status = try? Disk.read("/proc/self/status", limit: 1 << 16)
    return status.flatMap(scheduled(inStatus:)) ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// Returns the number of bits in the hex mask of `/proc/self/status`.
  static func scheduled(inStatus text: [UInt8]) -> Int? {
    for line in text.split(separator: 0x0A) where line.starts(with: "Cpus_allowed:".utf8) {
      let count = line.dropFirst(13).reduce(0) { sum, byte in
        sum + (Hex.value(of: byte)?.nonzeroBitCount ?? 0)
      }
      if count > 0 { return count }
    }
    return nil
  }

  /// The CPU quota of the control group, or nil if there is none.
  private static var quota: Int? {
    #if canImport(Glibc)
      if let text = try? Disk.read("/sys/fs/cgroup/cpu.max", limit: 256) {
        return quota(inMaximum: text)
      }
      let first = "/sys/fs/cgroup/cpu/cpu.cfs_"
      guard let time = number(first + "quota_us"), let period = number(first + "period_us") else {
        return nil
      }
      return quota(time, of: period)
    #else
      return nil
    #endif
  }

  /// Returns the quota in a `cpu.max` file, such as `150000 100000`. Returns nil for `max 100000`.
  static func quota(inMaximum text: [UInt8]) -> Int? {
    let words = String(decoding: text, as: UTF8.self).split { " \n".contains($0) }
    guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]) else { return nil }
    return quota(time, of: period)
  }

  /// Rounds up, because 1.5 processors can keep two threads busy.
  private static func quota(_ time: Int, of period: Int) -> Int? {
    guard time > 0, period > 0 else { return nil }
    return time / period + (time % period > 0 ? 1 : 0)
  }

  private static func number(_ path: String) -> Int? {
    guard let text = try? Disk.read(path, limit: 256) else { return nil }
    return Int(String(decoding: text, as: UTF8.self).filter { !$0.isWhitespace })
  }
}
