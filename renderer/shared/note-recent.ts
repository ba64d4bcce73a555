/** A recent item that the host cannot note, such as while the vault is locked, is no problem of a person. */
export function noteRecent(noting: Promise<void>): void {
  noting.catch(() => undefined);
}
