/** @typedef {{ readonly word: RegExp, readonly use: string }} RetiredWord */

/**
 * Words that comments and texts must not use, with replacements. Identifiers are not checked.
 *
 * @type {readonly RetiredWord[]}
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
 * Words that user-visible texts must not use: each idea has one word.
 *
 * @type {readonly RetiredWord[]}
 */
export const retiredScreenWords = [
  {
    word: /\b(?:re-?)?reads? (?:it |them |the list |all )?again\b|\bread all\b/i,
    use: '“Refresh”',
  },
  { word: /\b(?:look|detect|collect)s? again\b/i, use: '“Refresh”' },
  { word: /^\s*try again\s*$/i, use: '“Retry”' },
  { word: /\bcho(?:ose|oses|osing|sen|se)\b|\b(?:un)?tick(?:s|ed|ing)?\b/i, use: '“select”' },
  { word: /\b(?:tak|put)(?:e|es|ing|ting|s)? (?:it |them )?back\b/i, use: '“undo” or “revert”' },
  { word: /\b(?:service|there|shown) now\b|\bas it is now\b|\bwhat is there\b/i, use: '“current”' },
  { word: /\b(?:read|reading|reads) (?:it |them )?back\b/i, use: '“verified”' },
  { word: /\bwhat was meant\b|\bwas meant\b|\bbecame of\b/i, use: '“sent” or “result”' },
  { word: /\bseal(?:s|ed|ing)?\b/i, use: '“encrypted”' },
  { word: /(?<![.-])\btokens?\b(?!-)/i, use: '“placeholder”, or “auth token” for the secret' },
  { word: /\bjournal\b/i, use: '“History”' },
  { word: /(?<!-)\bconnections?\b(?!-)/i, use: '“installation”' },
  { word: /\bsettle[sd]?\b/i, use: '“check”' },
  { word: /\b(?:nobody|somebody|whoever|everybody)\b/i, use: 'the person or part that acts' },
  { word: /\bnot let in\b|\blets? \w+ in\b/i, use: '“unauthorized”' },
  { word: /\ball the same\b|\bas things stand\b|\bmeanwhile\b|\banew\b/i, use: 'plain words' },
  { word: /\bno(?:ne|thing| \w+) fits?\b/i, use: '“No results”' },
  {
    word: /\bpractis(?:e|es|ed|ing)\b/i,
    use: '“simulate an alert”; “practice” only names installations',
  },
  { word: /\bin every scenario\b/i, use: '“for every event”' },
  { word: /\bat hand\b|\bworth (?:a look|knowing)\b/i, use: 'plain words' },
];

/**
 * Texts in which such a word is correct.
 *
 * @type {readonly { readonly text: RegExp, readonly reason: string }[]}
 */
export const allowedTexts = [
  {
    text: /\b(?:auth|new|sign-in|API|the same) tokens?\b/gi,
    reason: 'Here a token is the secret.',
  },
  { text: /\btoken token-\w+/g, reason: 'Classes of CSS.' },
  {
    text: /--[a-z-]*token [A-Z]+|--token-\w+|\/token\//g,
    reason: 'Options and paths of the service.',
  },
  {
    text: /\b(?:from|into|table|update|on) journal\b|\bjournal\./gi,
    reason: 'The name of a table.',
  },
  { text: /\bconnection: close\b/g, reason: 'A header of HTTP.' },
  { text: /\bsubstitution tokens?\b/gi, reason: 'Introduces the word placeholder.' },
  {
    text: /\bconnections? (?:refused|closed|test|to|of|failed)\b|\btest (?:of the )?connection\b/gi,
    reason: 'Here a connection is the one of the network.',
  },
  {
    text: /\b(?:refused|closed|take|took|accept|HTTP|TCP|encrypted|the) (?:the )?connections?\b/gi,
    reason: 'Here a connection is the one of the network.',
  },
];

/**
 * Names that functions, methods and types must not have: a function is a verb, or says what it returns.
 *
 * @type {readonly RetiredWord[]}
 */
export const retiredNames = [
  { word: /^settled$/, use: '“hasOutcome”, “onDisk”, “answered”, “resolved” or “isFinal”' },
  { word: /^changed$/, use: '“changedRows”, “changedRemotely” or “updatedSinceIndex”' },
  {
    word: /^(?:known|noted|told|held|kept|reached|left|taken|seen)$/,
    use: 'the noun of the result',
  },
  { word: /^(?:look|looking|see)$/, use: '“read”, “find”, “check” or “inspect”' },
  { word: /^(?:completed|written|judged|joined|printed|opened)$/, use: 'the verb' },
  { word: /^[Aa]rrangement$/, use: '“filterAndSort”' },
  { word: /^[Tt]rade$/, use: '“exchange”' },
];
