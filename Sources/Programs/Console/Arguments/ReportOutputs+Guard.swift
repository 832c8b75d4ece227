// SPDX-License-Identifier: Apache-2.0

extension ReportOutputs {
  /// Returns the reports of a run and its baseline, if there is one.
  package func outputs(and baseline: String?) -> [OutputGuard.Output] {
    files.map { OutputGuard.Output($0, option: "--report", role: .report) }
      + [baseline].compactMap { $0 }.map {
        OutputGuard.Output($0, option: "--write-baseline", role: .text)
      }
  }
}
