/** The package declares no types, and its bare name is a deprecated module of Node. */
declare module 'punycode/punycode.es6.js' {
  /** @throws RangeError when a label is not valid Punycode */
  export function toUnicode(host: string): string;
  export function toASCII(host: string): string;
}
