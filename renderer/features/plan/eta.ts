export interface Eta {
  readonly perSecond: number;
  readonly secondsLeft: number;
}

/** Below this an estimate would be a guess. */
const atLeast = { done: 3, milliseconds: 500 };

export function etaOf(done: number, left: number, milliseconds: number): Eta | null {
  if (done < atLeast.done || milliseconds < atLeast.milliseconds) return null;
  const perSecond = (done / milliseconds) * 1_000;
  return { perSecond, secondsLeft: left / perSecond };
}

/** Such as `12 a second, 20 s left`. */
export function etaLabel({ perSecond, secondsLeft }: Eta): string {
  const rate =
    perSecond >= 1
      ? `${Math.round(perSecond).toLocaleString()} a second`
      : `${Math.max(1, Math.round(perSecond * 60))} a minute`;
  const seconds = Math.ceil(secondsLeft);
  const left = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${rate}, ${left} left`;
}
