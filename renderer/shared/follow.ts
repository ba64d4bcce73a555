/** Takes each event of the host until the host is lost, which the window reports itself. */
export async function follow<Event>(
  events: Promise<AsyncIterable<Event>>,
  take: (event: Event) => void,
): Promise<void> {
  try {
    for await (const event of await events) take(event);
  } catch {
    // The host is lost.
  }
}
