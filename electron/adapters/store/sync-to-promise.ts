export const syncToPromise =
  <Input extends unknown[], Result>(work: (...input: Input) => Result) =>
  (...input: Input): Promise<Result> =>
    new Promise((resolve) => {
      resolve(work(...input));
    });
