/**
 * Takes the text of a bundle apart as `writeBundle` lays it out, whatever parts it comes in: gives the text
 * of each webhook, and at the end the file without them. Nothing is left out, so that a text which is laid
 * out in another way does not become JSON.
 */
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
      // What follows tells whether it was the last one.
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

/** No text of JSON has a line break in it: these stand nowhere else. */
const listBegins = '\n  "webhooks": [\n';
const webhookEnds = '\n    }';
