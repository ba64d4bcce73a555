/** Milliseconds; what ends sooner is not shown, so that nothing flickers. */
const shortest = 300;

/** Whether a condition has been true for 300 ms. Only for a component's script. */
export class Lasting {
  current = $state(false);

  constructor(condition: () => boolean) {
    $effect(() => {
      if (!condition()) return;
      const timer = setTimeout(() => {
        this.current = true;
      }, shortest);
      return () => {
        clearTimeout(timer);
        this.current = false;
      };
    });
  }
}
