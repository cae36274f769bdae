import { type Parameter, wholeNumberParameter } from "#protocol/wire/parameters";

const url: Parameter<URL> = {
  expects: "an absolute URL",
  parse: (text) => URL.parse(text) ?? undefined,
};

const format: Parameter<string> = {
  expects: "json",
  parse: (text) => (text === "json" ? text : undefined),
};

/** Query parameters of `GET /oembed`. The maxima are accepted, because consumers send them. */
export const embedParameters = {
  url,
  format,
  maxwidth: wholeNumberParameter(1, 100_000),
  maxheight: wholeNumberParameter(1, 100_000),
};
