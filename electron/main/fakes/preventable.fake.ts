/** One event as Electron gives it to a listener that may prevent something. */
export class FakePreventable {
  prevented = false;
  preventDefault(): void {
    this.prevented = true;
  }
}
