/**
 * Whether a measurement holds in its first run or in two of three, so that one slow moment of the machine does not
 * decide (ADR 54).
 *
 * @param measure whether the limits hold in one run
 * @param ended whether the user ended the bench
 */
export async function holdsInTwoOfThree(
  measure: () => Promise<boolean>,
  ended: () => boolean,
): Promise<boolean> {
  if (await measure()) return true;
  for (const run of [2, 3]) {
    if (ended()) return false;
    console.log(`A limit was exceeded, or the bench failed: run ${run} of 3.`);
    if (!(await measure())) return false;
  }
  return true;
}
