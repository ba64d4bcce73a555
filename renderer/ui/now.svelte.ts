/** The time, for words such as “5 minutes ago”. To be made while a component is set up. */
export class Now {
  current = $state.raw(new Date());

  /** @param every milliseconds between two looks at the clock */
  constructor(every = 30_000) {
    $effect(() => {
      const timer = setInterval(() => (this.current = new Date()), every);
      return () => {
        clearInterval(timer);
      };
    });
  }
}
