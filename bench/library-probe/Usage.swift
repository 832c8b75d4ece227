// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

func leave(_ code: Int32) -> Never { exit(code) }

/// Measures elapsed time, processor time and memory.
struct Cost {
  /// The value of RUSAGE_SELF. The type of this constant is different on each system.
  private static let ownProcess: Int32 = 0

  private let clock = ContinuousClock.now
  private let processor = Cost.processorSeconds

  /// Prints the cost since its creation as one line of JSON.
  func report(_ what: String, count: Int, _ more: String = "") {
    let taken = ContinuousClock.now - clock
    let seconds = Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18
    let used = Self.processorSeconds - processor
    print(
      "{\"what\":\"\(what)\",\"count\":\(count),\"perSecond\":\(Int(Double(count) / seconds)),"
        + "\"processorMicroseconds\":\(Double(Int(used * 1e7 / Double(max(count, 1)))) / 10),"
        + "\"peakInKilobytes\":\(Self.peakInKilobytes)\(more)}")
  }

  static var peakInKilobytes: Int {
    var usage = rusage()
    getrusage(Self.ownProcess, &usage)
    return Int(usage.ru_maxrss)
  }

  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(Self.ownProcess, &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}
