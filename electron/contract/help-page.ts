/** A page of HTML without script, next to the page of the window. */
export const helpPages = ['guide', 'licences'] as const;
export type HelpPage = (typeof helpPages)[number];

export const helpPath = (page: HelpPage): string => `/help/${page}.html`;
