export const withoutByteOrderMark = (text: string): string =>
  text.startsWith('\ufeff') ? text.slice(1) : text;
