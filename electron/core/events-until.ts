/** The events until the signal aborts, which ends them without an error. */
export async function* eventsUntil<Event>(
  signal: AbortSignal,
  events: AsyncIterable<Event>,
): AsyncGenerator<Event, void, void> {
  try {
    yield* events;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
