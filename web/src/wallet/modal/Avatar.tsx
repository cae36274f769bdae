import { useState } from "react";
import type { Address } from "viem";

interface AvatarProps {
  address: Address;
  picture: string | undefined;
}

/** An account's avatar; without one, three suns whose colours and heights derive from its address. */
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
      <rect width="64" height="64" fill={skies[byte(address, 0) % skies.length]} />
      {[0, 1, 2].map((sun) => (
        <circle
          key={sun}
          cx={10 + 22 * sun}
          cy={20 + (byte(address, 3 * sun + 1) % 26)}
          r={8 + (byte(address, 3 * sun + 2) % 12)}
          fill={suns[byte(address, 3 * sun + 3) % suns.length]}
        />
      ))}
      <path d="M0 50q16-9 32 0t32 0v14H0z" fill="hsl(280 30% 10%)" />
    </svg>
  );
}

const skies = ["#3a2147", "#4d2438", "#22304f", "#1f3d42", "#52351f"];
const suns = ["#f2c27a", "#e8a54b", "#e07a4d", "#7fd0c2", "#ff9d86", "#c9a2d6", "#f4e8d4"];

function byte(address: Address, index: number): number {
  return Number.parseInt(address.slice(2 + 2 * index, 4 + 2 * index), 16);
}
