export const byteOrderMark = '\ufeff';

export const withoutByteOrderMark = (text: string): string =>
  text.startsWith(byteOrderMark) ? text.slice(1) : text;
