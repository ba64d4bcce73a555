/** Below this an estimate would be a guess. */
const atLeast = { done: 3, milliseconds: 500 };

/** Such as `12 a second, 20 s left`; `null` before an estimate is possible. */
export function etaLabel(done: number, left: number, milliseconds: number): string | null {
  if (done < atLeast.done || milliseconds < atLeast.milliseconds) return null;
  const perSecond = (done / milliseconds) * 1_000;
  const rate =
    perSecond >= 1
      ? `${Math.round(perSecond).toLocaleString('en')} a second`
      : `${Math.max(1, Math.round(perSecond * 60))} a minute`;
  const seconds = Math.ceil(left / perSecond);
  const time = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${rate}, ${time} left`;
}
