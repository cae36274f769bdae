import type { ComponentProps } from "react";

interface ButtonProps extends ComponentProps<"button"> {
  isSmall?: boolean;
  isPrimary?: boolean;
  isWide?: boolean;
}

/** A button that submits no form, unless its type says so. */
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
