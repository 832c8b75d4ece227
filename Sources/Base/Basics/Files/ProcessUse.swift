// SPDX-License-Identifier: Apache-2.0

/// Memory and processor time of a child process.
struct ProcessUse {
  /// Resident memory in bytes.
  let memoryInBytes: Int
  /// Processor time of all threads since the start.
  let processorTime: Duration

  /// Returns nil if the process has ended.
  init?(of process: pid_t) {
    #if canImport(Darwin)
      var found = rusage_info_v2()
      let status = withUnsafeMutablePointer(to: &found) {
        $0.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V2, $0)
        }
      }
      guard status == 0 else { return nil }
      memoryInBytes = Int(clamping: found.ri_phys_footprint)
      // The unit is that of the system clock.
      var unit = mach_timebase_info_data_t()
      mach_timebase_info(&unit)
      let units = found.ri_user_time + found.ri_system_time
      processorTime = .nanoseconds(
        Int64(Double(units) * Double(unit.numer) / Double(max(unit.denom, 1))))
    #else
      var clock = clockid_t()
      var time = timespec()
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0,
        let pages = Self.residentPages(of: process)
      else { return nil }
      memoryInBytes = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
      processorTime = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    #endif
  }

  #if !canImport(Darwin)
    /// Returns the second number of statm.
    private static func residentPages(of process: pid_t) -> Int? {
      let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      defer { close(file) }
      let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
        count = max(0, read(file, buffer.baseAddress, buffer.count))
      }
      let numbers = bytes.split(separator: UInt8(ascii: " "))
      return numbers.count > 1 ? Int(String(decoding: numbers[1], as: UTF8.self)) : nil
    }
  #endif
}
