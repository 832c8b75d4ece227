// SPDX-License-Identifier: Apache-2.0

extension ReportOutputs {
  /// Lists what a run writes: its reports, and the baseline if there is one.
  package func outputs(and baseline: String?) -> [OutputGuard.Output] {
    files.map { OutputGuard.Output($0, option: "--report", role: .report) }
      + [baseline].compactMap { $0 }.map {
        OutputGuard.Output($0, option: "--write-baseline", role: .text)
      }
  }
}
