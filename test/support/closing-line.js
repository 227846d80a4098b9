/** Ends the report with one plain line on stdout: `12 passed, 0 failed`. */
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    // A file that does not even load has no tests to count, but has failed.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    process.stdout.write(`${counts.join(', ')}\n`);
  }
}
