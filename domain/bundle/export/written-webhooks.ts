/** Yields each webhook, returns the rest. Drops nothing: text in another layout fails to parse as JSON. */
export function* writtenWebhooks(parts: Iterable<string>): Generator<string, string, void> {
  let head = '';
  let rest = '';
  let state: 'head' | 'list' | 'behind' = 'head';
  for (const part of parts) {
    rest += part;
    if (state === 'head') {
      const at = rest.indexOf(listBegins);
      if (at < 0) continue;
      head = rest.slice(0, at + listBegins.length);
      rest = rest.slice(head.length);
      state = 'list';
    }
    if (state !== 'list') continue;
    let read = 0;
    for (;;) {
      const end = rest.indexOf(webhookEnds, read) + webhookEnds.length;
      // The character behind the webhook shows whether another one follows.
      if (end < webhookEnds.length || end + 1 >= rest.length) break;
      yield rest.slice(read, end);
      if (rest.charAt(end) === ',') {
        read = end + 2;
        continue;
      }
      read = end;
      state = 'behind';
      break;
    }
    rest = rest.slice(read);
  }
  return head + rest;
}

/** JSON escapes line breaks in strings, so these texts occur only at the top level. */
const listBegins = '\n  "webhooks": [\n';
const webhookEnds = '\n    }';
