/** Such as `1 webhook` and `1,213 webhooks`. */
export const counted = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
