import type { ComponentProps } from "react";

interface ButtonProps extends ComponentProps<"button"> {
  isSmall?: boolean;
  isPrimary?: boolean;
  isWide?: boolean;
}

/** Renders a button whose type defaults to `button`, so that it does not submit a form by accident. */
export function Button({ isSmall, isPrimary, isWide, className, ...rest }: ButtonProps) {
  const names = [
    "button",
    isPrimary && "button--primary",
    isSmall && "button--small",
    isWide && "button--wide",
    className,
  ];
  return <button type="button" className={names.filter(Boolean).join(" ")} {...rest} />;
}
