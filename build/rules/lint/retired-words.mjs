/**
 * Words that comments and texts do not use any more, and what to write. Identifiers are not checked.
 *
 * @type {readonly { readonly word: RegExp, readonly use: string }[]}
 */
export const retiredWords = [
  { word: /\bbreath(?:es?|ing)\b/i, use: '“yields to the event loop”' },
  { word: /\bdoors?\b/i, use: '“prompt” or “sign-in”' },
  { word: /\berrands?\b/i, use: '“publish context”' },
  { word: /\bfates?\b/i, use: '“remote change” or “outcome”' },
  { word: /\bfooting\b/i, use: '“status”' },
  { word: /\bhouse\b/i, use: '“project” or “context”' },
  { word: /\bnews\b/i, use: '“events” or “change”' },
  { word: /\bpatien(?:ce|t|tly)\b/i, use: '“time limit” or “waits”' },
  { word: /\bstanding\b/i, use: '“status”' },
  { word: /\btrials?\b/i, use: '“test send”' },
  { word: /\buntold\b/i, use: '“not reported”' },
  { word: /\bwitness(?:es)?\b/i, use: '“reference” or “record”' },
];

/**
 * Texts in which such a word is right.
 *
 * @type {readonly { readonly text: RegExp, readonly reason: string }[]}
 */
export const allowedTexts = [];
