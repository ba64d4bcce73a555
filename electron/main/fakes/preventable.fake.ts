/** An event of Electron that a listener may prevent. */
export class FakePreventable {
  prevented = false;
  preventDefault(): void {
    this.prevented = true;
  }
}
