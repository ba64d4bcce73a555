/** The host and port of a URL, which hold no secret; the text itself where it is no URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
