/** Create it during component initialisation, because it uses `$effect`. */
export class Now {
  current = $state.raw(new Date());

  /** @param every milliseconds */
  constructor(every = 30_000) {
    $effect(() => {
      const timer = setInterval(() => (this.current = new Date()), every);
      return () => {
        clearInterval(timer);
      };
    });
  }
}

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
