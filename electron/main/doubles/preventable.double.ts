/** One event as Electron gives it to a listener that may prevent something. */
export class PreventableDouble {
  prevented = false;
  preventDefault(): void {
    this.prevented = true;
  }
}
