import { useState } from "react";
import type { Address } from "viem";

interface AvatarProps {
  address: Address;
  picture: string | undefined;
}

/** An account's picture; without one, three suns whose colours and heights come from its address. */
export function Avatar({ address, picture }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  if (picture && picture !== broken) {
    return (
      <img
        className="avatar"
        src={picture}
        alt=""
        width="64"
        height="64"
        referrerPolicy="no-referrer"
        onError={() => setBroken(picture)}
      />
    );
  }
  return (
    <svg className="avatar" viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" fill={`hsl(${byte(address, 0)} 32% 22%)`} />
      {[0, 1, 2].map((sun) => (
        <circle
          key={sun}
          cx={10 + 22 * sun}
          cy={20 + (byte(address, 3 * sun + 1) % 26)}
          r={8 + (byte(address, 3 * sun + 2) % 12)}
          fill={`hsl(${byte(address, 3 * sun + 3) * 1.4} 62% 62%)`}
          opacity="0.85"
        />
      ))}
      <path d="M0 50q16-9 32 0t32 0v14H0z" fill="hsl(280 30% 10%)" />
    </svg>
  );
}

function byte(address: Address, index: number): number {
  return Number.parseInt(address.slice(2 + 2 * index, 4 + 2 * index), 16);
}
