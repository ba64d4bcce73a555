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
