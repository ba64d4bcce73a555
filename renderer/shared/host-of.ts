/** Host and port contain no secret. Returns `url` itself if it is invalid. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
