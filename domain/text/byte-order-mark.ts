/** A text without the byte order mark that some editors write before it. */
export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\ufeff') ? text.slice(1) : text;
