/** How fast work goes: how many a second, and how many seconds it takes to the end at that rate. */
export interface Pace {
  readonly perSecond: number;
  readonly secondsLeft: number;
}

/** What a pace is told from: less would be a guess. */
const atLeast = { done: 3, milliseconds: 500 };

/** The pace of what was done in so many milliseconds; `null` while it cannot be told. */
export function paceOf(done: number, left: number, milliseconds: number): Pace | null {
  if (done < atLeast.done || milliseconds < atLeast.milliseconds) return null;
  const perSecond = (done / milliseconds) * 1_000;
  return { perSecond, secondsLeft: left / perSecond };
}

/** A pace as people read it, such as `12 a second, 20 s left`. */
export function paceInWords({ perSecond, secondsLeft }: Pace): string {
  const rate =
    perSecond >= 1
      ? `${Math.round(perSecond).toLocaleString()} a second`
      : `${Math.max(1, Math.round(perSecond * 60))} a minute`;
  const seconds = Math.ceil(secondsLeft);
  const left = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${rate}, ${left} left`;
}
