/** What is needed of Electron's `app`. */
export interface Quitting {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  exit(code: number): void;
}

/**
 * Lets everything come to an end before the process does, once every window has closed. What has
 * not ended within the limit is left behind.
 * @param limit in milliseconds.
 */
export function endOrderly(
  app: Quitting,
  close: () => Promise<void>,
  log: (line: string) => void,
  limit = 3_000,
): void {
  let ending = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (ending) return;
    ending = true;
    void withinLimit(close, limit).then((how) => {
      if (how !== 'closed') log(`shutdown: ${how}`);
      app.exit(0);
    });
  });
}

async function withinLimit(
  close: () => Promise<void>,
  limit: number,
): Promise<'closed' | 'failed' | 'took too long'> {
  const { promise: late, resolve } = Promise.withResolvers<'took too long'>();
  const timer = setTimeout(() => {
    resolve('took too long');
  }, limit);
  const closed = close().then(
    () => 'closed' as const,
    () => 'failed' as const,
  );
  const how = await Promise.race([closed, late]);
  clearTimeout(timer);
  return how;
}
